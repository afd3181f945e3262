"""The development runner: the whole site with one command, nothing to set up."""
