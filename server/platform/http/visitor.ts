import { createHash, randomBytes } from 'node:crypto'

const NAME = 'primp_visitor'

/** The visitor token of a Cookie header, if there is a well-formed one. */
export const visitorOf = (cookie: string | undefined): string | null =>
  cookie?.match(/(?:^|;\s*)primp_visitor=([A-Za-z0-9_-]{32})(?:;|$)/)?.[1] ?? null

export const newVisitor = (): string => randomBytes(24).toString('base64url')

export const visitorHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The Set-Cookie line that makes a browser the owner of its searches: strictly necessary, a year. */
export const visitorCookie = (token: string, secure: boolean): string =>
  `${NAME}=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** The Set-Cookie line after which a browser owns no searches any more. */
export const endedVisitorCookie = (secure: boolean): string =>
  `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
