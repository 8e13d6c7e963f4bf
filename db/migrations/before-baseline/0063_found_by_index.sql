-- Found by their own index at any size: who acts under an address that stands in for an account, and the texts of a day that count against its budget.
create index account_stand_in_email on account (email) where stands_in_for is not null;
drop index outbox_texts;
create index outbox_texts on outbox (created_at) where channel = 'sms' and state not in ('held_back', 'switched_off');
