-- Of one person's services the lower sequence is done first, where several artists work on them; 0 is at any time.
alter table service add column sequence smallint not null default 0 check (sequence between 0 and 4);
