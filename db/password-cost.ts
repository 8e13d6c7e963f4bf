/** What a password's argon2id hash costs: 12 MB, three passes, one lane, as OWASP advises. The cast and the server hash alike, so that a known address takes as long as an unknown one. */
export const passwordCost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const
