-- The test bank finds an intent by the ID at the beginning of its secret.
alter table test_bank_intent drop constraint test_bank_intent_client_secret_key;
-- Acceptances are found by account and terms only.
drop index terms_acceptance_of_account;
alter table terms_acceptance drop constraint terms_acceptance_pkey;
alter table terms_acceptance add primary key (account_id, terms, at, id);
