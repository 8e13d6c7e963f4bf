import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, logIn, test } from '#tests/e2e/stage.ts'

test('an operator creates a partner, a key that is shown once, and a webhook that fails and is resent', {
  tag: '@proof',
}, async ({ page, baseURL }) => {
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
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/partner`
  const slug = `venue-${Date.now().toString(36)}`
  const name = `The ${slug}`

  await become(page, await logIn('olu@primp.test', 'primp-sample-1'))
  await page.goto('/operator/partners')
  await expect(page.getByRole('heading', { level: 1, name: 'Partners' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a partner' }).click()
  const make = page.getByRole('button', { name: 'Create partner' })
  await make.click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Link name', { exact: true }).fill(slug)
  await page.getByLabel('Contact email').fill('events@venue.example')
  await page.getByRole('checkbox', { name: 'Read bookings' }).check()
  await page.getByRole('checkbox', { name: 'Read services and categories' }).check()
  await page.getByLabel('Reason').fill('A journey through the console')
  await cleanInBoth(page)
  await make.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(`?partner=${slug}`)).toBeVisible()
  await expect(page.getByText('No bookings yet')).toBeVisible()

  const account = page.getByRole('region', { name: 'Account' })
  await expect(account).toContainText('This partner cannot book on account.')
  await account.getByRole('button', { name: 'Open an account' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save limit' }).click()
  await expect(form.getByText('Enter a limit, such as 2,000.')).toBeVisible()
  await form.getByLabel('Credit limit').fill('2,000')
  await form.getByLabel('Reason').fill('Agreed by contract')
  await cleanInBoth(page)
  await form.getByRole('button', { name: 'Save limit' }).click()
  await expect(account).toContainText('Left to book£2,000.00')
  await account.getByRole('button', { name: 'Record payment' }).click()
  await form.getByLabel('Amount').fill('125.50')
  await form.getByLabel('Reference').fill('INV 7')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(account).toContainText('Paid ahead£125.50')
  await expect(account).toContainText('Owed at the end: −£125.50')
  await account.getByRole('button', { name: 'Undo INV 7' }).click()
  await form.getByLabel('Reason').fill('Entered twice')
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(account).toContainText('Owes us£0.00')
  await expect(account.getByRole('table', { name: 'Payments received' })).toContainText('Undone')
  await cleanInBoth(page)

  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('Their site')
  await page.getByRole('checkbox', { name: 'Read bookings' }).check()
  await page.getByLabel('Requests per minute').fill('30')
  await page.getByRole('button', { name: 'Create key' }).click()
  const fresh = page.getByRole('textbox', { name: 'Key Their site' })
  await expect(fresh).toBeFocused()
  const token = await fresh.inputValue()
  const ask = (key: string, to = '/v1/partners/me/bookings') =>
    fetch(`${baseURL}${to}`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)
  expect(await ask(token)).toBe(200)
  expect(await ask(token, '/v1/quotes/formSettings')).toBe(403)
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: token.slice(0, 10) })).toContainText(
    '30 requests per minute',
  )
  await page.getByRole('button', { name: 'Replace the key Their site' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('New key created for Their site.')).toBeVisible()
  expect(await ask(await fresh.inputValue())).toBe(200)
  expect(await ask(token)).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('Their tests')
  await page.getByRole('checkbox', { name: 'Read bookings' }).check()
  await page.getByRole('radio', { name: 'Sandbox, for tests' }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const sandboxed = await page.getByRole('textbox', { name: 'Key Their tests' }).inputValue()
  expect(sandboxed).toMatch(/^primp_test_/)
  expect(await ask(sandboxed)).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  const sandboxRow = page.getByRole('listitem').filter({ hasText: 'Their tests' })
  await expect(sandboxRow.getByText('Sandbox', { exact: true })).toBeVisible()
  await expect(sandboxRow).toContainText('primp_test_')
  await cleanInBoth(page)

  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByRole('checkbox', { name: 'Booking created' }).check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
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

  await page.getByRole('button', { name: 'End partnership' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The journey is over')
  await dialog.getByRole('button', { name: 'End partnership' }).click()
  await expect(page.getByText('This partnership has ended')).toBeVisible()
  await expect.poll(() => ask(token)).toBe(401)
  await expect(page.getByRole('button', { name: 'New API key' })).toHaveCount(0)
  receiver.close()
})
