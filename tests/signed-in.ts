const cookies = new Map<string, string>()

/** Stores the session cookie that belongs to a token, as a browser does. */
export function keepCookie(token: string, setCookie: readonly string[]): string {
  const cookie = setCookie.map((line) => line.split(';')[0] ?? '').find((line) => line.includes('primp_session='))
  if (cookie) cookies.set(token, cookie)
  return token
}

export async function tokenOf(answer: Response): Promise<string> {
  const { data } = (await answer.json()) as { data: { token: string } }
  return keepCookie(data.token, answer.headers.getSetCookie())
}

export const fromThePage = { 'sec-fetch-site': 'same-origin' }

export const signedIn = (token: string) => ({
  ...fromThePage,
  authorization: `Bearer ${token}`,
  cookie: cookies.get(token) ?? '',
})
