-- The platform's address in a market, for its invoices to artists.
alter table market
  add column business_address text not null default '',
  add constraint market_business_address_check check (length(business_address) <= 300);
