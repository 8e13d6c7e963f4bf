-- All of the price may be paid when it is booked: the deposit is then the whole, and nothing is left to pay.
alter table hold add column in_full boolean not null default false;
alter table appointment add column in_full boolean not null default false;
alter table appointment add constraint in_full_leaves_nothing check (not in_full or deposit_minor = total_minor);
