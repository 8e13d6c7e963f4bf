-- Finds the months that a deleted account has closed.
create index ledger_close_closed_by_idx on ledger_close (closed_by) where closed_by is not null;
