-- A trial is an appointment of its own, before the day: it is never booked together with other services.
alter table service add column trial boolean not null default false;
update service set trial = true where id in ('bridal-trial', 'bridal-hair-trial');
