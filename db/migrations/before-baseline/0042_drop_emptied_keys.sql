-- Keys stand as hashes since 0036, and no process that may run beside this one names the columns that were emptied then.
alter table appointment drop column share_key;
alter table calendar_key drop column key;
alter table freed_alert drop column off_key;
alter table short_link drop column code;
