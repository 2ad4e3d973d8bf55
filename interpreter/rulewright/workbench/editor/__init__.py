"""What an editor wants to know while rules are written: what is wrong, what could stand here, what a name means."""
