import type { Both } from './whose.ts'

/** The row that a note or a tag stands on: the person where there is one, else the profile. */
export const markedOn = ({ accountId, providerId }: Pick<Both, 'accountId' | 'providerId'>) =>
  accountId ? { account_id: accountId, provider_id: null } : { account_id: null, provider_id: providerId }

/** What the audit log calls it. */
export const subjectOf = ({ accountId, providerId, name }: Omit<Both, 'asked'>) =>
  accountId ? { kind: 'account', id: accountId, name } : { kind: 'provider', id: providerId ?? '', name }
