import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useLive } from '#web/messaging/live.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { offerMessages } from './request-phrases.ts'
import { RequestRows } from './request-rows.tsx'

export function RequestLists({
  requests,
  country,
  onChanged,
}: {
  requests: readonly ReceivedRequest[]
  country: Country
  onChanged: () => void
}) {
  const t = createTranslator(offerMessages, country)
  const waiting = requests.filter(({ state }) => state === 'requested')
  const standing = requests.filter(({ state, open }) => state === 'offered' && open)
  const ended = requests.filter(({ open }) => !open)
  return (
    <>
      <TitledCard title={t('offers.waiting')}>
        {waiting.length === 0 ? (
          <Empty
            title={t('offers.empty')}
            action={
              <ButtonLink kind="secondary" to="/dashboard/calendar">
                {t('offers.empty.act')}
              </ButtonLink>
            }
          />
        ) : (
          <RequestRows requests={waiting} onChanged={onChanged} />
        )}
      </TitledCard>
      {standing.length > 0 && (
        <TitledCard title={t('offers.standing')}>
          <RequestRows requests={standing} onChanged={onChanged} />
        </TitledCard>
      )}
      {ended.length > 0 && (
        <TitledCard title={t('offers.ended')}>
          <RequestRows requests={ended} onChanged={onChanged} />
        </TitledCard>
      )}
    </>
  )
}

// A booking ends a request too.
const news = ['request.new', 'request.words', 'request.answered', 'request.ended', 'appointment.'] as const

/** Reloads on events of requests and bookings, and when the page becomes visible. */
export function useRequestNews(): void {
  const { revalidate, state } = useRevalidator()
  const idle = useRef(true)
  idle.current = state === 'idle'
  const look = useRef(() => {})
  look.current = () => void (document.visibilityState === 'visible' && idle.current && revalidate())
  useLive(news, () => look.current())
  useEffect(() => {
    const back = () => look.current()
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [])
}
