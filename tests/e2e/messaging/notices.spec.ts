import { clean } from '#tests/e2e/axe.ts'
import { expect, newcomer, test } from '#tests/e2e/stage.ts'

test.use({ serviceWorkers: 'allow' })

test('a browser that blocks notifications gets a clear message, and so does one without a push service', {
  tag: '@proof',
}, async ({ page, context }) => {
  const { email, password } = await newcomer('Noor Ashby')
  await page.goto('/providers/notifications-app')
  await page.getByRole('button', { name: 'Log in to turn on notifications' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(/\/providers\/notifications-app$/)
  await expect(page.getByText(`Everything, with the details. To ${email}.`)).toBeVisible()

  // Headless Chromium denies the permission, and has no push service even if allowed.
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(
    page.getByText('Your browser blocks notifications for this site. You can allow them in its settings.'),
  ).toBeVisible()
  await context.grantPermissions(['notifications'])
  await page.reload()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(
    page.getByText('This browser does not support notifications. Add Primp to your home screen, or use SMS.'),
  ).toBeVisible()
  await clean(page)
})

test('the service worker shows push notifications', async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/providers/notifications-app')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/notices-worker.js', { scope: '/' })
    await navigator.serviceWorker.ready
  })
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((found) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL === new URL('/', page.url()).href && !isDeleted,
      )
      if (ours) found(ours.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'Test notice',
    body: 'This is how it will look',
    url: '/providers/notifications-app',
    tag: 'test',
  })
  const push = { origin: new URL(page.url()).origin, registrationId: await registered, data }
  // A busy browser drops events while the worker starts; a repeated notification replaces the previous one.
  await expect
    .poll(async () => {
      await browser.send('ServiceWorker.deliverPushMessage', push)
      return page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
          title,
          body,
          tag,
        })),
      )
    })
    .toEqual([{ title: 'Test notice', body: 'This is how it will look', tag: 'test' }])
})
