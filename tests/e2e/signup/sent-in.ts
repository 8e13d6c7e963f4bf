import type { APIRequestContext } from '@playwright/test'
import { picture } from './signing-up.ts'
import { expect, mailTo, newcomer } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

type Applicant = { name: string; base: { coordinates: [number, number]; placeName: string }; bio: string }

/** Submits an artist through the API: one Makeup at a cost of £46, no minimum, by car. */
export async function sentIn(request: APIRequestContext, { name, base, bio }: Applicant) {
  const { email, password, token } = await newcomer(name)
  const call = async (method: 'post' | 'put', path: string, data: object, bearer = token) => {
    const answer = await request[method](path, { headers: signedIn(bearer), data })
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200)
    return (await answer.json()).data
  }
  const put = async (path: string, data: object, step: string) => {
    await call('put', `/v1/providers/me/${path}`, data)
    return call('put', `/v1/signup/steps/${step}`, {})
  }
  const dataUri = `data:image/jpeg;base64,${(await picture(900, 900)).buffer.toString('base64')}`
  await call('post', '/v1/accounts/verify-email', {
    token: (await mailTo(email, /^Confirm your email address/)).path.split('/').at(-1),
  })
  await call('post', '/v1/signup/start', { name, mobile: '07700 900445', country: 'GB', terms: true, adult: true })
  const { coordinates, placeName } = base
  const location = { type: 'Point', coordinates, address: { placeName, countryCode: 'GB' } }
  await put('location', { location }, 'set-location')
  await put(
    'services',
    { services: [{ id: 'makeup' }], artists: [{ name: 'Ada', services: ['makeup'] }] },
    'select-services',
  )
  await put('prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 46 }] }, 'pricing')
  await put(
    'travel',
    {
      mode: 'mobile',
      radius: 10,
      free: 2,
      perUnit: 1,
      hours: { opens: '05:00', closes: '22:00' },
      bufferMinutes: 30,
      noticeHours: 12,
      horizonDays: 365,
    },
    'confirm-travel',
  )
  await put('minimum-job', { amount: 0 }, 'set-min-job-size')
  await put('instagram', { handle: '' }, 'set-instagram')
  await put(
    'kit',
    { shades: [1], undertones: [], brands: [], tools: [], items: [], skills: [], singleUse: false },
    'set-kit',
  )
  await put('bio', { bio }, 'set-bio')
  const { fileUrl } = await call('post', '/v1/uploads', { fileName: 'photos', dataUri })
  await put('photo', { fileUrl, crop: { x: 0, y: 0, size: 1 } }, 'photo')
  const { album } = await call('post', '/v1/providers/albums', { title: 'My work' })
  for (const alt of ['A close-up', 'A whole look', 'A look from a real event']) {
    const work = await call('post', '/v1/uploads', { fileName: 'albums', dataUri })
    await call('post', `/v1/providers/albums/${album._id}/media`, { fileUrl: work.fileUrl, alt, consent: true })
  }
  await call('post', '/v1/signup/gesture', {})
  await call('put', '/v1/signup/identity/selfie', { dataUri, consent: true })
  await call('put', '/v1/signup/identity/document', { dataUri, consent: true, document: 'passport' })
  await call('put', '/v1/signup/steps/selfie', {})
  await call('post', '/v1/signup/submit', { terms: true })
  return { email, password, call }
}
