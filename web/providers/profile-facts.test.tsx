import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/providers/providers.ts'
import { ProfileFacts } from './profile-facts.tsx'

const shown = (change: Partial<Profile>) =>
  renderToString(
    <ProfileFacts
      profile={
        {
          countryCode: 'GB',
          mobile: null,
          studio: null,
          artists: [{ name: 'Mia' }],
          answerMinutes: null,
          bookingCount: 62,
          since: 1997,
          ...change,
        } as Profile
      }
    />,
  )

test("bookings count those made on Primp, regardless of the artist's experience", () => {
  expect(shown({})).toMatch(/<b>62 bookings<\/b><span>through Primp, working since 1997</)
  expect(shown({ since: null })).toMatch(/<b>62 bookings<\/b><span>through Primp</)
  expect(shown({ bookingCount: 0 })).not.toContain('1997')
})
