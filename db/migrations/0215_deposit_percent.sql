-- One domain holds the bounds of the deposit share, which two check constraints repeated. A later migration changes them
-- by dropping deposit_percent_bounds and adding it again. `depositShares` in contract/providers/profile-rules.ts has the
-- same numbers, and tests/schema/constraints.test.ts compares them.
-- Without its constraint a domain needs no rewrite of the tables. The constraint follows at the end and reads them once.
create domain deposit_percent as int;
alter table provider alter column deposit_share type deposit_percent;
alter table provider_service alter column deposit_share type deposit_percent;
alter table provider drop constraint provider_deposit_share_check;
alter table provider_service drop constraint provider_service_deposit_share_check;
alter domain deposit_percent add constraint deposit_percent_bounds check (value between 20 and 50);
