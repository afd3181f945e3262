"""Links of mails: turns to propose, the tokens that carry them, and whether these still hold."""
