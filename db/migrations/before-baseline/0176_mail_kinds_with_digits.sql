-- Kinds such as 'reminder.24h.provider' hold digits and could not be given other words.
alter table mail_words drop constraint mail_words_kind_check;
alter table mail_words add constraint mail_words_kind_check check (kind ~ '^[A-Za-z0-9._]+$' and length(kind) <= 60) not valid;
alter table mail_words validate constraint mail_words_kind_check;
