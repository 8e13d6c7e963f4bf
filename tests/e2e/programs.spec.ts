import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'

test('an artist creates an API key with the keyboard only, copies it and revokes it', { tag: '@proof' }, async ({
  page,
  baseURL,
  artist,
}) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/programs')
  await expect(page.getByRole('heading', { level: 1, name: 'API and webhooks' })).toBeVisible()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'New API key' }).focus()
  await page.keyboard.press('Enter')
  const make = page.getByRole('dialog').getByRole('button', { name: 'Create key' })
  await make.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.keyboard.type('Studio diary')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Read bookings' })).toBeChecked()
  await cleanInBoth(page)
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('textbox', { name: 'Key Studio diary' })
  await expect(fresh).toBeFocused()
  const token = await fresh.inputValue()
  const ask = () =>
    fetch(`${baseURL}/v1/providers/appointments`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    )
  expect(await ask()).toBe(200)
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Studio diary' })).toContainText(token.slice(0, 10))
  await page.getByRole('button', { name: 'Revoke the key Studio diary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Studio diary has been revoked.')).toBeVisible()
  await expect.poll(ask).toBe(401)
})

test('a webhook receives events, fails, is paused and resumed, and its log shows the result of each delivery', {
  tag: '@proof',
}, async ({ page, artist }) => {
  const heard: { body: string; headers: Record<string, string> }[] = []
  let answer = 500
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      heard.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/told`
  await become(page, await artist.logIn())
  await page.goto('/dashboard/programs')
  const add = page.getByRole('button', { name: 'Add webhook' })
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL', { exact: true }).fill('ftp://nowhere.example')
  await page.getByRole('checkbox', { name: 'Booking created' }).check()
  await add.click()
  await expect(page.getByText('Enter a public address that begins with https://.')).toBeVisible()
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue('ftp://nowhere.example')
  await page.getByLabel('URL', { exact: true }).fill(url)
  await add.click()
  await expect(page.getByText(`Webhook added: ${url}`)).toBeVisible()
  await page.getByRole('button', { name: `Send a test to ${url}` }).click()
  await expect.poll(() => heard.length).toBe(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('returned 500')).toBeVisible()
  await expect(page.getByText(/, 1 attempt, /)).toBeVisible()
  await page.getByRole('button', { name: 'Show secret' }).click()
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  const [first] = heard
  // The site's clock differs from the real time, which the verification would reject.
  const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {}
  expect(signature).toBe(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), first?.body ?? ''))
  await cleanInBoth(page)
  answer = 200
  await page.getByRole('button', { name: /^Retry: Test, / }).click()
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Delivered')).toBeVisible()
  await page.getByRole('button', { name: `Pause ${url}` }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Resume ${url}` }).click()
  await page.getByRole('button', { name: `Delete ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  receiver.close()
})

test('the API explorer shows types and an example, and sends a request', { tag: '@proof' }, async ({ page }) => {
  // The explorer loads some hundred calls first.
  test.setTimeout(300_000)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto('/v1/docs')
  await expect(page.locator('#plain'), 'the list for those without scripts has made way').toHaveCount(0, {
    timeout: 100_000,
  })
  await page
    .locator('.opblock-tag')
    .filter({ hasText: /^Searches/ })
    .click()
  const call = page
    .locator('.opblock')
    .filter({ has: page.locator('[data-path="/v1/quotes"]') })
    .first()
  await call.locator('.opblock-summary-control').click()
  await expect(call.locator('textarea')).toHaveValue(/"eventDate": "\d{4}-\d\d-\d\d"/)
  await call.getByText('Schema', { exact: true }).first().click()
  await expect(call.getByText('finishTime').first()).toBeVisible()
  await call.getByRole('button', { name: 'Execute' }).click()
  const answered = call.locator('.live-responses-table .response').first()
  await expect(answered).toContainText('200')
  await expect(answered).toContainText('"search"')
  await page.goto('/v1/docs/operators')
  await expect(page.getByRole('heading', { level: 1, name: 'Primp API for operators' })).toBeVisible()
  await expect(page.locator('.opblock-tag').first()).toBeVisible({ timeout: 100_000 })
  expect(problems).toEqual([])
})
