-- What the house gives as credit for a next booking is a voucher too, of another kind: nobody bought it, and it says why it was given.
alter table voucher add column kind text not null default 'gift' check (kind in ('gift', 'goodwill'));
alter table voucher add column reason text not null default '' check (length(reason) <= 500);
alter table voucher add constraint voucher_reason_of_goodwill check (kind = 'goodwill' or reason = '');
alter table voucher add constraint voucher_goodwill_for_anybody check (kind = 'gift' or provider_id is null);
alter table voucher add constraint voucher_of_kind unique (id, kind);

-- A refund that goes to such a credit instead of the way it came; to no voucher that somebody has paid for.
alter table refund add column voucher_id uuid;
alter table refund add column voucher_kind text generated always as (case when voucher_id is not null then 'goodwill' end) stored;
alter table refund add constraint refund_to_goodwill foreign key (voucher_id, voucher_kind) references voucher (id, kind);
create index refund_of_voucher on refund (voucher_id) where voucher_id is not null;
