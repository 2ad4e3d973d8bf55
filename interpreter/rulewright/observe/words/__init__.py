"""Events, tables, rules and reasons as sentences for one seat, in any language that has a catalogue."""
