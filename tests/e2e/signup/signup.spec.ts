import { sentIn } from './sent-in.ts'
import { answer, at, logIn, picture, save } from './signing-up.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, mailTo, newcomer, operatorToken, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

test('an artist joins in twelve steps and submits the profile', async ({ page }) => {
  test.setTimeout(180_000)
  const email = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
  await page.goto('/join-mua')
  await page.getByRole('main').getByRole('link', { name: 'Join Primp' }).first().click()
  await expect(page).toHaveURL(/\/signup\/profile\/register\?from=\/join-mua$/)

  await test.step('1 Your details', async () => {
    await at(page, 'Your details')
    await save(page)
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Please accept the artist terms to continue.')).toBeVisible()
    await expect(page.getByText('Artists must be 18 or over.')).toBeVisible()
    await expect(page.getByLabel('Which name should customers see?')).toBeFocused()
    await answer.details(page, { name: 'Ife Stone', email: 'mia@primp.test' })
    await save(page)
    await expect(page.getByText('An account with this email already exists. Log in to continue.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Log In', exact: true })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await clean(page)
    await save(page)
  })

  await test.step('2 Location', async () => {
    await at(page, 'Location')
    await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
    await save(page)
    await expect(page.getByText('Please enter location')).toBeVisible()
    await answer.base(page, 'Hackney')
    await expect(page.getByText(/customers? searched near .* in the last 30 days\./)).toBeVisible()
    await page.getByRole('checkbox', { name: 'I also have a studio' }).check()
    await page.getByLabel('Studio address').fill('12 Mare Street')
    await clean(page)
    await save(page)
  })

  await test.step('3 Add a Service', async () => {
    await at(page, 'Add a Service')
    await expect(page.getByRole('button', { name: 'Added, Makeup', exact: true })).toBeVisible()
    await answer.service(page, 'Updo')
    await page.getByLabel('Your time for Updo, in minutes').fill('50')
    await page.getByRole('button', { name: 'Add an assistant' }).click()
    await page.getByLabel("Assistant's name").fill('Jo')
    await page.getByRole('group', { name: 'Jo does' }).getByRole('button', { name: 'Updo' }).click()
    await clean(page)
    await save(page)
  })

  await test.step('4 Pricing', async () => {
    await at(page, 'Pricing')
    await expect(page).toHaveURL(/\/signup\/setup-services\/\d+\/pricing$/)
    await answer.price(page, 'Makeup', '46')
    await save(page)
    await expect(page.getByText('Cost is required')).toBeVisible()
    await expect(page.getByLabel('Cost of Updo')).toBeFocused()
    await answer.price(page, 'Updo', '0')
    await save(page)
    await expect(page.getByText('Cost is not valid')).toBeVisible()
    await answer.price(page, 'Updo', '50')
    await expect(page.getByText('Customer pays £59')).toBeVisible()
    await expect(page.getByText('Customer pays £55')).toBeVisible()
    await expect(page.getByText(/^Half of the artists near .* earn £\d+ to £\d+ for .*\. Your £\d+ is /)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Updo for one person' })).toContainText('£9.00')
    await clean(page)
    await save(page)
  })

  await test.step('5 Travel', async () => {
    await at(page, 'Travel')
    await save(page)
    await expect(page.getByText('Choose mobile, studio or both.')).toBeVisible()
    await answer.travel(page, 'Both', '12', '1.50')
    await expect(page.getByText(/^Travel to .*, .* miles away, costs £\d+\.$/)).toBeVisible()
    await clean(page)
    await save(page)
  })

  await test.step('6 Minimum job size', async () => {
    await at(page, 'Minimum job size')
    await page.getByRole('checkbox', { name: 'No minimum' }).uncheck()
    await page.getByLabel('Minimum booking').fill('60')
    await expect(
      page.getByText('Makeup for one person earns you £46. With a minimum of £60, the customer pays a top-up of £17.'),
    ).toBeVisible()
    // The customer price of the minimum booking with one Updo: £59, topped up by £12.
    await expect(page.getByRole('complementary').locator('article .number')).toHaveText('£71')
    await clean(page)
    await save(page)
  })

  await test.step('7 Instagram', async () => {
    await at(page, 'Instagram')
    await page.getByLabel('Instagram name').fill('not a name')
    await save(page)
    await expect(page.getByText('instagram is not valid')).toBeVisible()
    await page.getByLabel('Instagram name').fill('ife.stone')
    await expect(page.getByText('We found no pictures. Check the name or skip this step.')).toBeVisible()
    await save(page)
    await expect(page.getByText('We found no pictures for this name. Check it or leave it empty.')).toBeVisible()
    await clean(page)
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
  })

  await test.step('8 Kit', async () => {
    await at(page, 'Kit')
    await save(page)
    await expect(page.getByText('Add at least one shade, brand, tool or skill.')).toBeVisible()
    await answer.kit(page)
    await clean(page)
    await save(page)
  })

  await test.step('9 Bio', async () => {
    await at(page, 'Bio')
    await answer.bio(page, 'Ring me on 07700 900321, I travel everywhere and start before the birds are up.')
    await save(page)
    await expect(
      page.getByText('Please remove phone numbers, addresses and links. Customers contact you through Primp.'),
    ).toBeVisible()
    await answer.bio(page)
    await clean(page)
    await save(page)
  })

  await test.step('10 Profile photo', async () => {
    await at(page, 'Profile photo')
    await answer.photo(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.getByText('Use a png, jpeg or heic picture.')).toBeVisible()
    await answer.photo(page, await picture(500, 500))
    await expect(page.getByText('This picture is smaller than 600 pixels. Choose a larger one.')).toBeVisible()
    await answer.photo(page, await picture())
    await expect(page.getByRole('group', { name: 'Move and scale' })).toBeVisible()
    await page.getByRole('button', { name: 'Move left' }).click()
    await page.getByLabel('Zoom').fill('50')
    // Three pictures are optional: one is added, the others are left for later.
    const work = page.getByRole('region', { name: 'Three pictures of your work' })
    await work.locator('input[name=work]').setInputFiles([await picture(700, 700), await picture(1000, 900)])
    await expect(work.getByText('Please confirm that everyone in them has agreed.')).toBeVisible()
    await expect(work.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem').first()).toContainText(
      'This picture is small and may look soft on large screens.',
    )
    await work.getByRole('checkbox').check()
    await expect(work.getByText('2 of 3 added')).toBeVisible()
    const order = () =>
      work
        .getByRole('list', { name: 'My work' })
        .getByRole('img')
        .evaluateAll((all) => all.map((img) => img.getAttribute('alt')?.slice(0, 6)))
    await work.getByRole('button', { name: 'Move picture 2 back' }).click()
    await expect.poll(order).toEqual(['Look 2', 'Look 1'])
    await expect(work.getByRole('button', { name: 'Move picture 1 back' })).toBeFocused()
    await work.getByRole('button', { name: 'Remove picture 2' }).click()
    await expect.poll(order).toEqual(['Look 2'])
    await expect(work.getByText('1 of 3 added')).toBeVisible()
    await clean(page)
    await save(page)
  })

  await test.step('11 Verify your identity', async () => {
    await at(page, 'Verify your identity')
    await save(page)
    await expect(page.getByText('Add both pictures to continue.')).toBeVisible()
    await expect(page.getByText(/^For this selfie: .* a piece of paper with the code \d{4}\.$/)).toBeVisible()
    await answer.identity(page)
    await save(page)
    await expect(page.getByText('Please agree to continue.')).toBeVisible()
    await page.getByRole('checkbox').check()
    await clean(page)
    await save(page)
  })

  await test.step('12 Submit', async () => {
    await at(page, 'Submit')
    await expect(page.getByRole('definition').filter({ hasText: 'I learned behind the counter' })).toBeVisible()
    const todo = page.getByRole('region', { name: 'Before you submit' })
    await expect(todo.getByRole('link')).toHaveText(['Add 2 more pictures of your work'])
    await expect(todo.getByRole('button', { name: 'Resend link' })).toBeVisible()
    await expect(page.getByText('Photo and 1 picture of your work added')).toBeVisible()
    await answer.work(page, 1)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByText('Verify your email address first. Open the link in our email.')).toBeVisible()
    const { path } = await mailTo(email, /^Confirm your email address/)
    const other = await page.context().newPage()
    await other.goto(path)
    await expect(other.getByText('Address verified')).toBeVisible()
    await other.close()
    await clean(page)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await at(page, 'In review')
    await expect(page.getByText('Now: your profile joins the queue.')).toBeVisible()
    await clean(page)
  })
})

test('leaving with unsaved changes asks first, and another device continues the sign-up', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  const { email, password, token } = await newcomer('Lou Vale')
  const headers = signedIn(token)
  await page.request.post('/v1/signup/start', {
    headers,
    data: { name: 'Lou Vale', mobile: '07700 900444', country: 'GB', terms: true, adult: true },
  })
  await page.request.put('/v1/providers/me/location', {
    headers,
    data: {
      location: {
        type: 'Point',
        coordinates: [-0.0553, 51.5451],
        address: { placeName: 'Hackney', countryCode: 'GB' },
      },
    },
  })
  await page.goto('/login?redirect=/signup')
  await logIn(page, email, password)
  await at(page, 'Location')
  await save(page)
  await at(page, 'Add a Service')

  await page.getByRole('button', { name: 'Add a Service, Makeup', exact: true }).click()
  await page.getByRole('link', { name: 'Location, done' }).click()
  const asked = page.getByRole('dialog', { name: 'You have not saved this step.' })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('button', { name: 'Added, Makeup', exact: true })).toBeVisible()

  await page.context().setOffline(true)
  await save(page)
  await expect(
    page.getByText('You are offline. Your answers are still here. Save them when you are back.'),
  ).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save and exit' }).click()
  await expect(page.getByText('Saved. Log in at any time to continue at step 4.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  const { path } = await mailTo(email, /^You stopped at step 4 of 12/)
  const elsewhere = await browser.newPage()
  await elsewhere.goto(path)
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'Keep my password' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await elsewhere.goto('/signup/verification/photo')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await elsewhere.close()
})

test('the address of an unlisted product shows the plain page, and another single word is unknown', async ({
  page,
}) => {
  const shown = await page.goto('/join-spaceships')
  expect(shown?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your kit.')
  expect((await page.goto('/spaceships'))?.status()).toBe(404)
})

test('rejected steps are corrected one by one and submitted again', { tag: '@proof' }, async ({ page }) => {
  test.setTimeout(120_000)
  // A unique name, because the queue contains earlier runs.
  const name = `Ada ${crypto.randomUUID().slice(0, 8)}`
  const { email, password, call } = await sentIn(page.request, {
    name,
    base: { coordinates: [-0.0553, 51.5451], placeName: 'Hackney' },
    bio: 'I learned behind the counter, then at weddings. Award winner of the year, every year.',
  })
  const olu = await operatorToken()
  const queue = await (await page.request.get('/v1/operator/verification?limit=100', { headers: signedIn(olu) })).json()
  const { id } = queue.data.rows.find((row: { provider: { name: string } }) => row.provider.name === name)
  await call(
    'post',
    `/v1/operator/verification/${id}/send-back`,
    {
      reasons: [
        { step: 'set-bio', reason: 'bio', note: 'Please leave out the award.' },
        { step: 'selfie', reason: 'document' },
      ],
    },
    olu,
  )

  await page.goto('/login?redirect=/resubmission')
  await logIn(page, email, password)
  await at(page, '2 things to fix')
  await expect(page.getByText('Please leave out the award.')).toBeVisible()
  await clean(page)
  await page.goto('/signup/verification/photo')
  await expect(page).toHaveURL(/\/resubmission$/)

  await page.getByRole('link', { name: 'Fix Bio' }).click()
  await answer.bio(page)
  await clean(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Fixed', { exact: true })).toHaveCount(1)
  await page.getByRole('link', { name: 'Fix Verify your identity' }).click()
  await page.locator('input[name=document]').setInputFiles(await picture())
  await page.getByRole('checkbox').check()
  await clean(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Fixed', { exact: true })).toHaveCount(2)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent. We check resubmitted profiles first.')).toBeVisible()
  await page.goto('/signup')
  await at(page, 'In review again')
})
