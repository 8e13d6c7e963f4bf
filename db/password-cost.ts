/**
 * Cost of a password's argon2id hash: 12 MB, three passes, one lane, as OWASP recommends. Sample accounts use the same,
 * so that the response time does not reveal whether an address exists.
 */
export const passwordCost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const
