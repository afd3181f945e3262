"""What programs fetch by themselves: one's deadlines for a calendar, a public match as a feed."""
