// Runs before the page is drawn: style may now count on scripts.
document.documentElement.classList.add("js");
