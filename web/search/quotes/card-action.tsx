import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { Button, ButtonLink, getButtonClasses } from '#web/ui/button.tsx'
import { useAsking } from '#web/search/asking/asking.tsx'
import { canBeAsked } from '#web/search/asking/can-be-asked.ts'
import { getQuotesTranslator } from './quote-phrases.ts'

/** The main action of a card: book, request, withdraw, or open. */
export function CardAction({ card, page }: { card: Card; page: Pick<QuotesPage, 'search' | 'sortBy'> }) {
  const t = getQuotesTranslator(page.search)
  const asking = useAsking()
  const { id } = page.search
  const type = card.location.mobileOrStudio
  const request = asking?.requestOf(card) ?? null
  const named = (text: string): ReactNode => (
    <>
      {text}
      <span className="visually-hidden">{`, ${card.name}`}</span>
    </>
  )
  if (card.status === 'cancelled') return null
  if (card.status === 'unavailable') {
    const other = {
      tooManyPeople: [`/quotes/${id}?rescue=1#rescue`, t('card.split')],
      otherHours: [`/quotes/${id}?stage=time`, t('card.tryTime')],
    }[card.reason as 'tooManyPeople' | 'otherHours']
    const [to, label] = other ?? [`/quotes/${id}?stage=date`, t('card.tryDate')]
    return (
      <ButtonLink kind="secondary" size="small" to={to as string} preventScrollReset>
        {named(label as string)}
      </ButtonLink>
    )
  }
  if (card.status === 'booked')
    return (
      <ButtonLink kind="secondary" size="small" to={`/book/${id}/@/${card.slug}?type=${type}`}>
        {named(t('card.viewBooking'))}
      </ButtonLink>
    )
  if (card.status === 'offered') {
    const book = (
      <ButtonLink kind="jade" size="small" to={`/book/${id}/@/${card.slug}?type=${type}`}>
        {named(t('card.book'))}
      </ButtonLink>
    )
    if (!asking || request?.offer?.state !== 'offered') return book
    return (
      <span className="row gap-8 wrapping">
        <Button kind="quiet" size="small" disabled={asking.busy} onClick={() => asking.decline(request)}>
          {named(t('card.decline'))}
        </Button>
        {book}
      </span>
    )
  }
  if (card.status === 'requested') {
    if (!asking || !request)
      return (
        <ButtonLink kind="secondary" size="small" to={`/quotes/${id}/@/${card.slug}`}>
          {named(t('card.view'))}
        </ButtonLink>
      )
    return (
      <span className="row gap-8 wrapping">
        <Button
          kind={request.state === 'unconfirmed' ? 'quiet' : 'secondary'}
          size="small"
          disabled={asking.busy}
          onClick={() => asking.withdraw(request)}>
          {named(t('card.request.cancel'))}
        </Button>
        {request.state === 'unconfirmed' && (
          <Button kind="secondary" size="small" disabled={asking.busy} onClick={asking.sendLink}>
            {named(t('card.unconfirmed.again'))}
          </Button>
        )}
      </span>
    )
  }
  // Without script 'Your details' is a page of its own, which sends the request.
  return (
    <>
      {asking && canBeAsked(card) && (
        <Button
          kind="secondary"
          size="small"
          className="with-script"
          disabled={asking.busy}
          onClick={() => asking.send([card.slug])}>
          {named(t('card.request'))}
        </Button>
      )}
      <noscript>
        <Link
          className={getButtonClasses({ kind: 'secondary', size: 'small' })}
          to={`/quotes/${id}?type=${type}&ask=${card.slug}#details`}>
          {named(t('card.request'))}
        </Link>
      </noscript>
    </>
  )
}
