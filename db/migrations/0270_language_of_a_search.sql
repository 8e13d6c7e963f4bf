-- The language in which a customer searched: quotes and emails about them are in it.
alter table search add column language text not null default 'en' check (language in ('en', 'fr'));
