"""The rules of Nauticus, one file per action family."""
