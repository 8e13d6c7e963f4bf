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
  await expect(page.getByRole('heading', { level: 1, name: 'Other programs' })).toBeVisible()
  await expect(page.getByText('No keys yet')).toBeVisible()
  const make = page.getByRole('button', { name: 'Make the key' })
  await make.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('What it is for')).toBeFocused()
  await expect(page.getByText('Say what it is for.')).toBeVisible()
  await page.keyboard.type('Studio diary')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Read bookings' })).toBeChecked()
  await cleanInBoth(page)
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('textbox', { name: 'The key Studio diary' })
  await expect(fresh).toBeFocused()
  const token = await fresh.inputValue()
  const ask = () =>
    fetch(`${baseURL}/v1/providers/appointments`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    )
  expect(await ask()).toBe(200)
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Studio diary' })).toContainText(token.slice(0, 10))
  await page.getByRole('button', { name: 'End the key Studio diary' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('Studio diary opens nothing any more.')).toBeVisible()
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
  const add = page.getByRole('button', { name: 'Add the address' })
  await page.getByLabel('Address', { exact: true }).fill('ftp://nowhere.example')
  await page.getByRole('checkbox', { name: 'A booking is made' }).check()
  await add.click()
  await expect(page.getByText('Enter a public address that begins with https://.')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('ftp://nowhere.example')
  await page.getByLabel('Address', { exact: true }).fill(url)
  await add.click()
  await expect(page.getByText(`${url} is told from now on.`)).toBeVisible()
  await page.getByRole('button', { name: `Send a test to ${url}` }).click()
  await expect.poll(() => heard.length).toBe(1)
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByText('returned 500')).toBeVisible()
  await expect(page.getByText(/, 1 try, /)).toBeVisible()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  const [first] = heard
  // The site's clock differs from the real time, which the verification would reject.
  const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {}
  expect(signature).toBe(new Webhook(secret).sign(id, new Date(Number(at) * 1_000), first?.body ?? ''))
  await cleanInBoth(page)
  answer = 200
  await page.getByRole('button', { name: /^Send again: Test, / }).click()
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByText('Taken')).toBeVisible()
  await page.getByRole('button', { name: `Pause ${url}` }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Go on telling ${url}` }).click()
  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
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
