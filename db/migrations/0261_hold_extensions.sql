-- How often the customer has extended the hold (WCAG 2.2.1); the contract has the maximum.
alter table hold add column extensions smallint not null default 0;
