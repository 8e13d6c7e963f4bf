const cookies = new Map<string, string>()

/** Keeps the cookie that a sign-in set beside its token, as a browser does. */
export function keepCookie(token: string, setCookie: readonly string[]): string {
  const cookie = setCookie.map((line) => line.split(';')[0] ?? '').find((line) => line.includes('primp_session='))
  if (cookie) cookies.set(token, cookie)
  return token
}

/** The token of somebody whom an answer has signed in. */
export async function tokenOf(answer: Response): Promise<string> {
  const { data } = (await answer.json()) as { data: { token: string } }
  return keepCookie(data.token, answer.headers.getSetCookie())
}

/** What a browser says of a call that a page of the site itself makes. */
export const fromThePage = { 'sec-fetch-site': 'same-origin' }

/** What a call carries that somebody makes who is signed in, on a page of the site. */
export const signedIn = (token: string) => ({
  ...fromThePage,
  authorization: `Bearer ${token}`,
  cookie: cookies.get(token) ?? '',
})
