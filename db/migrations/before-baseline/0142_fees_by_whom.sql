-- Whose rules they are is asked when an account goes.
create index fee_rule_by on fee_rule (made_by) where made_by is not null;
