import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { requireSession } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { LocationForm } from '#web/signup/forms/location-form.tsx'
import { TravelForm } from '#web/signup/forms/travel-form.tsx'
import { FormCard } from './form-card.tsx'
import { useDashboardMessages } from './own.tsx'
import { useHoursMessages } from '#web/dashboard/hours/hours-messages.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'

export const clientLoader = requireSession(async () => ({
  catalogue: await browserApi().providerProfile.catalogue({}),
}))

export default function TravelPage() {
  const { catalogue } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { t: h } = useHoursMessages()
  // Incremented when the base moves: the map's circle and form reset.
  const [base, setBase] = useState(0)
  return (
    <DashboardFrame title={t('travel.title')}>
      <div className="two-columns">
        <FormCard key={`travel ${base}`} at="travel" title={t('travel.how')} catalogue={catalogue}>
          {(form) => (
            <TravelForm
              {...form}
              instead={
                <p>
                  {h('hours.travel')}{' '}
                  <Link className="link" to="/dashboard/hours">
                    {h('hours.travel.link')}
                  </Link>
                </p>
              }
            />
          )}
        </FormCard>
        <FormCard at="base" title={t('travel.base')} catalogue={catalogue} onSaved={() => setBase((now) => now + 1)}>
          {(form) => <LocationForm {...form} />}
        </FormCard>
      </div>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
