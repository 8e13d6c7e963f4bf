import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, newcomer, test } from '#tests/e2e/stage.ts'

test('a customer adds a passkey, saves its recovery codes and logs in with it', async ({ page }) => {
  // Disables passkey autofill, which the virtual authenticator would answer immediately.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const { email, password } = await newcomer('Nora Finch')
  await page.goto('/login?redirect=/customer-dashboard/account')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const card = page.getByRole('region', { name: 'Passkeys and two-step login' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Save these codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await cleanInBoth(page)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await card.getByRole('button', { name: 'Rename This device' }).click()
  await card.getByLabel('Name').fill('My laptop')
  await card.getByRole('button', { name: 'Save name' }).click()
  await expect(card.getByText('My laptop')).toBeVisible()
  await expect(card.getByText('10 recovery codes left.')).toBeVisible()

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Nora' })).toBeVisible()
})

test('a sensitive action asks for a step-up and then continues with what was typed', async ({ page }) => {
  const { email, password } = await newcomer('Nora Finch')
  await page.goto('/login?redirect=/customer-dashboard/account')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  // The server's response after five minutes.
  let asked = 0
  await page.route('**/v1/accounts/me/password', (route) =>
    asked++ === 0
      ? route.fulfill({ status: 403, json: { message: 'Confirm that it is you to continue.', code: 'step_up_needed' } })
      : route.continue(),
  )
  const change = page.getByRole('region', { name: 'Password', exact: true })
  await change.getByLabel('Current password').fill(password)
  await change.getByLabel('New password').fill('eight otters wandering')
  await change.getByRole('button', { name: 'Save password' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByLabel('Your password').fill('not this one')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('The password is not correct.')).toBeVisible()
  await cleanInBoth(page)
  await proof.getByLabel('Your password').fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Password changed. You have been logged out everywhere else.')).toBeVisible()
  await expect(proof).toBeHidden()
})
