"""Links of mails: whole turns to propose, the tokens that carry them, and whether they still hold."""
