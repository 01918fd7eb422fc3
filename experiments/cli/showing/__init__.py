"""What ``lifeworld show`` shows: lives, conversations, and questions with their traces."""
