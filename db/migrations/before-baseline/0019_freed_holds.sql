-- Kept for whoever's turn it is at a freed time, until that turn ends: nobody has asked for it yet, so nobody is told of its end.
alter table hold add column freed boolean not null default false;
