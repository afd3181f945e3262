Idiomorph.defaults.ignoreActiveValue = true;
