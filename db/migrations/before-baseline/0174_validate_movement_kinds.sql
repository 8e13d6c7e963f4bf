-- Reads and writes go on while the rows are checked.
alter table ledger_movement validate constraint ledger_movement_kind_check;
