import type { Page } from '@playwright/test'
import { expect, test } from './stage.ts'

/** The header that a browser sends with every unsafe call. */
export const sameOrigin = () => ({ origin: test.info().project.use.baseURL ?? '' })

/** Signs in as Ruth Calder of Manchester, for read-only journeys and those that need a place page. */
export const beRuth = (page: Page): Promise<string> => actAs(page, 'ruth calder')

/** Signs in as a person whom the operator impersonates, found by name or address. Returns the token. */
export async function actAs(page: Page, text: string): Promise<string> {
  const api = page.context().request
  const post = async (path: string, data: object, token?: string) => {
    const answer = await api.post(path, {
      data,
      headers: { ...sameOrigin(), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()).data
  }
  const olu = (await post('/v1/accounts/login', { email: 'olu@primp.test', password: 'primp-sample-1' })).token
  const found = (
    await (
      await api.get(`/v1/operator/people?text=${encodeURIComponent(text)}`, {
        headers: { authorization: `Bearer ${olu}` },
      })
    ).json()
  ).data
  const { path } = await post(
    `/v1/operator/people/${found.people[0].id}/login-as`,
    { reason: 'A journey through her dashboard.' },
    olu,
  )
  const { token, user } = await post('/v1/accounts/login-as/spend', { token: path.split('/').at(-1) }, olu)
  await page.addInitScript(
    ([token, user]) => {
      localStorage.setItem('primpUser', user as string)
      localStorage.setItem('primpSession', JSON.stringify({ token, pathRequested: null }))
    },
    [token, JSON.stringify(user)],
  )
  return token
}
