/** Gives providers with a number above `base` a test bank account. */
export const writePayoutDetails = (base: number) => `
  insert into test_bank_account (id, made_by, holder, last_four)
    select 'acct_test_' || replace(id::text, '-', ''), 'account:' || id, name, '4242' from provider where no > ${base} on conflict do nothing;
  insert into payout_account (provider_id, gateway, gateway_id, state, label)
    select id, 'test', 'acct_test_' || replace(id::text, '-', ''), 'ready', '•••• 4242' from provider where no > ${base} on conflict do nothing`
