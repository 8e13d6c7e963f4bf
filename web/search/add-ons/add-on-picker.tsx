import { type ActionFunctionArgs, data, Form, redirect, useActionData, useNavigation } from 'react-router'
import { formatDuration, formatMoney } from '#contract/format.ts'
import type { ChosenAddOn, LockedQuote, OfferedAddOn } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { lowercaseFirst } from '#contract/words.ts'
import { defineMessages, createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'

const addOnChoiceMessages = defineMessages({
  'addons.title': 'Add-ons',
  'addons.text': 'Choose add-ons for each person. We will update the price and plan. Nothing is booked yet.',
  'addons.each': '{price} per person',
  'addons.once': '{price}',
  'addons.longer': '{price}, {duration} longer',
  'addons.longer.each': '{price} and {duration} longer per person',
  'addons.add': 'Add {title}',
  'addons.save': 'Update price and plan',
  'addons.in': 'Included in the price: {titles}.',
  'addons.none': 'No add-ons chosen.',
  'addons.gone':
    'No longer in the price: {titles}. There is not enough time that day, or the artist no longer offers it.',
})

const t = createTranslator(addOnChoiceMessages)

interface AddOnPickerProps {
  search: SavedSearch
  locked: LockedQuote
  offered: readonly OfferedAddOn[]
}

/**
 * Add-ons of a quote, chosen per person; price and plan follow. Renders nothing if there is nothing to choose or
 * remove.
 */
export function AddOnPicker({ search, locked, offered }: AddOnPickerProps) {
  const answer = useActionData<typeof chooseAction>()
  const sending = useNavigation().formMethod === 'POST'
  const people = search.people.flatMap(({ count, services }) => Array.from({ length: count }, () => services))
  const ticked = new Set(answer?.ticks ?? locked.addOns.map(getTickKey))
  const inPrice = new Set(locked.lines.flatMap(({ kind, label }) => (kind === 'addOn' ? [lowercaseFirst(label)] : [])))
  if (offered.length === 0 && inPrice.size === 0 && !locked.addOnsGone && !answer) return null
  return (
    <section className="stack gap-12" aria-labelledby="add-ons">
      <h2 className="heading-3" id="add-ons">
        {t('addons.title')}
      </h2>
      <Form method="post" className="card pad-24 stack" preventScrollReset>
        <p className="small muted">{t('addons.text')}</p>
        {answer?.error && <Note kind="error">{answer.error}</Note>}
        {locked.addOnsGone && (
          <Note kind="warning">{t('addons.gone', { titles: locked.addOnsGone.map(lowercaseFirst).join(', ') })}</Note>
        )}
        {offered.map((one) => (
          <AddOnChoice key={one.id} of={one} people={people} currency={locked.currency} ticked={ticked} />
        ))}
        <div className="row gap-16 wrapping">
          <Button type="submit" kind="secondary" loading={sending}>
            {t('addons.save')}
          </Button>
          <p className="small muted" aria-live="polite">
            {inPrice.size > 0 ? t('addons.in', { titles: [...inPrice].join(', ') }) : t('addons.none')}
          </p>
        </div>
      </Form>
    </section>
  )
}

interface AddOnChoiceProps {
  of: OfferedAddOn
  people: readonly (readonly string[])[]
  currency: LockedQuote['currency']
  ticked: ReadonlySet<string>
}

function AddOnChoice({
  of: { id, serviceId, title, words, price, minutes },
  people,
  currency,
  ticked,
}: AddOnChoiceProps) {
  const theirs = [...people.keys()].filter((at) => people[at]?.includes(serviceId)).map((at) => at + 1)
  const key = `addons.${minutes > 0 ? 'longer' : 'once'}` as const
  const eachKey = minutes > 0 ? 'addons.longer.each' : 'addons.each'
  const values = { price: formatMoney(price, currency), duration: formatDuration(minutes) }
  return (
    <fieldset className="stack gap-8">
      <legend className="bold">{title}</legend>
      {words && <p className="small">{words}</p>}
      <p className="small muted">{t(people.length > 1 ? eachKey : key, values)}</p>
      <div className="row gap-16 wrapping">
        {theirs.map((person) => (
          <Checkbox
            key={person}
            name="addOn"
            value={getTickKey({ id, serviceId, person })}
            defaultChecked={ticked.has(getTickKey({ id, serviceId, person }))}>
            {people.length > 1
              ? formatMessage(pageMessages['word.person'], { n: person })
              : t('addons.add', { title: lowercaseFirst(title) })}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** Saves add-ons of a quote from a form; shows refusals beside the choices. */
export async function chooseAction({ request, params, context }: ActionFunctionArgs) {
  const { quoteId, profileId } = params as { quoteId: string; profileId: string }
  const ticks = (await request.formData()).getAll('addOn').map(String)
  const asked = new URL(request.url).searchParams.get('type')
  const type = asked === 'studio' || asked === 'mobile' ? asked : undefined
  try {
    await serverApi(context).addOns.choose({ quoteId, profileId, type, addOns: readChosenAddOns(ticks) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ error: error.errors[0]?.message || error.message, ticks }, { status: error.status || 503 })
  }
  return redirect(`/quotes/${quoteId}/@/${profileId}${type ? `?type=${type}` : ''}#add-ons`)
}

export const getTickKey = ({ id, serviceId, person }: ChosenAddOn): string => `${id} ${person} ${serviceId}`

/** Parses chosen add-ons; ignores invalid values. */
export const readChosenAddOns = (ticks: readonly string[]): ChosenAddOn[] =>
  ticks.flatMap((tick) => {
    const [id, person, serviceId] = tick.split(' ')
    return id && serviceId && Number(person) >= 1 ? [{ id, serviceId, person: Number(person) }] : []
  })
