import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, formatMoney } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { lowercaseFirst } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import { NumberInput, validateNumber } from '#web/ui/fields/number-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type ProfileFormProps, Prompt, getCurrencySymbol } from './profile-form.tsx'
import { SellingRulesFields } from './selling-rules-fields.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { readNumber, formatTypedNumber } from '#web/ui/fields/typed-number.ts'
import styles from './pricing-form.module.css'
import fieldStyles from '#web/ui/fields/field.module.css'

interface Props extends ProfileFormProps {
  categoryId: number
  /** False if the selling rules have their own form. */
  withRules?: boolean
  addAt?: string
  /** Called with the service being priced, for the price split beside the form. */
  onFocusService?: (serviceId: string) => void
}
type Item = { id: string; on: boolean; typed: string }
type Ranges = Awaited<ReturnType<ReturnType<typeof browserApi>['providerProfile']['priceRanges']>>

/** Earnings per service of a category with the customer's price, computed as on the quotes page, and selling rules. */
export function PricingForm({
  id,
  profile,
  catalogue,
  categoryId,
  withRules = true,
  addAt = '/signup/select-services',
  onSaved,
  onState,
  onPreview,
  onFocusService,
}: Props) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const { currency } = profile
  const category = catalogue.categories.find((each) => each.id === categoryId)
  const percent = category?.feePercent ?? 0
  const services = profile.services.filter((service) => service.categoryId === categoryId)
  const [pointed, setPointed] = useState<string | null>(null)
  const ranges = useRanges(categoryId)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: {
      items: services.map(
        (service): Item => ({ id: service.id, on: service.status !== 'off', typed: formatTypedNumber(service.cost) }),
      ),
      rules: profile.sellingRules,
    },
    onSaved,
    onState,
    send: async ({ items, rules }) => {
      if (withRules && JSON.stringify(rules) !== JSON.stringify(profile.sellingRules))
        await browserApi().providerProfile.sellingRules(rules)
      return browserApi().providerProfile.prices({
        categoryId,
        items: items.map((item) => ({
          serviceId: item.id,
          status: item.on ? 'active' : 'off',
          cost: readNumber(item.typed),
        })),
      })
    },
    check: ({ items }) => {
      const wrong = Object.fromEntries(
        items.flatMap((item, index) => {
          const cost = readNumber(item.typed)
          if (!item.on || (cost !== null && cost > 0)) return []
          const missing = item.typed.trim() === '' ? t('step4.error.missing') : t('step4.error.zero')
          return [[`items.${index}.cost`, validateNumber(item.typed) ?? missing]]
        }),
      )
      return items.some((item) => item.on) ? wrong : { ...wrong, items: t('step4.error.all') }
    },
  })
  const put = (at: number, part: Partial<Item>) => {
    const items = draft.items.map((item, index) => (index === at ? { ...item, ...part } : item))
    change({ items })
    onPreview?.({ services: profile.services.map((service) => priced(service, items)) })
  }
  const point = (service: string) => {
    setPointed(service)
    onFocusService?.(service)
  }
  const types = (category?.types ?? [])
    .map((type) => ({ ...type, own: services.filter((service) => service.typeId === type.id) }))
    .filter((type) => type.own.length > 0)
  const note = rangeText(profile, draft.items, ranges, pointed)
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      {errors['items'] && (
        <div tabIndex={-1} aria-invalid="true">
          <FieldError>{errors['items']}</FieldError>
        </div>
      )}
      <p className={joinClasses('small muted', styles.priceCount)} role="status">
        {t('step4.count', { on: draft.items.filter((item) => item.on).length, all: draft.items.length })}
      </p>
      {types.map((type) => (
        <section
          key={type.id}
          className={joinClasses('card pad-24', styles.prices)}
          aria-labelledby={`type-${type.id}`}>
          <div className="row space-between wrapping">
            <h2 className="title" id={`type-${type.id}`}>
              {type.label}
            </h2>
            <ButtonLink kind="quiet" size="small" to={addAt}>
              <Plus className="icon" aria-hidden="true" />
              {t('step3.add')}
            </ButtonLink>
          </div>
          {type.own.map((service) => {
            const at = draft.items.findIndex((item) => item.id === service.id)
            const item = draft.items[at]
            if (!item) return null
            const cost = readNumber(item.typed)
            const error = errors[`items.${at}.cost`]
            const range = ranges?.ranges.find(({ serviceId }) => serviceId === service.id)
            return (
              <div key={service.id} className={joinClasses(styles.priceRow, !item.on && styles.notOffered)}>
                <div className={styles.service}>
                  <b className={joinClasses('bold', styles.serviceName)}>{service.label}</b>
                  <span className="small muted">{formatDuration(service.minutes ?? service.usualMinutes)}</span>
                  {range && (
                    <span className="small muted tabular" id={`${id}-${service.id}-nearby`}>
                      {t('step4.nearby', {
                        low: formatMoney(range.low, currency),
                        high: formatMoney(range.high, currency),
                      })}
                    </span>
                  )}
                </div>
                <Switch
                  className={styles.toggle}
                  label={t('step4.switch', { service: service.label })}
                  on={item.on}
                  onChange={(on) => put(at, { on })}
                />
                <div>
                  <div
                    className={joinClasses(
                      fieldStyles.fieldBox,
                      error && fieldStyles.wrong,
                      !item.on && fieldStyles.isDisabled,
                    )}>
                    <span className={fieldStyles.prefix}>{getCurrencySymbol(currency)}</span>
                    <NumberInput
                      name={`cost-${service.id}`}
                      aria-label={t('step4.of', { service: service.label })}
                      value={item.typed}
                      disabled={!item.on}
                      aria-invalid={error ? true : undefined}
                      aria-describedby={joinClasses(`${id}-${service.id}`, range && `${id}-${service.id}-nearby`)}
                      onFocus={() => point(service.id)}
                      onChange={(typed) => put(at, { typed })}
                    />
                  </div>
                </div>
                <div className={joinClasses('small muted', styles.customer)} id={`${id}-${service.id}`}>
                  {error ? (
                    <FieldError>{error}</FieldError>
                  ) : item.on ? (
                    cost !== null &&
                    cost > 0 && (
                      <>
                        {t('step4.customer')}{' '}
                        <b className={joinClasses('bold tabular', styles.inkLine)}>
                          {formatMoney(computeUnitsWithFee(toMinor(cost), percent), currency)}
                        </b>
                      </>
                    )
                  ) : (
                    t('step4.off')
                  )}
                </div>
              </div>
            )
          })}
        </section>
      ))}
      <div role="status">{note && <Prompt>{note}</Prompt>}</div>
      <p className="small muted">{t('step4.rounding', { unit: currency === 'GBP' ? 'pounds' : 'dollars' })}</p>
      {withRules && (
        <SellingRulesFields
          rules={draft.rules}
          feePercent={percent}
          currency={currency}
          country={profile.countryCode}
          payoutReady={profile.payoutReady}
          errors={errors}
          onChange={(rules) => change({ rules })}
        />
      )}
    </form>
  )
}

function priced(
  service: EditableProfile['services'][number],
  items: readonly Item[],
): EditableProfile['services'][number] {
  const item = items.find(({ id }) => id === service.id)
  if (!item) return service
  const cost = readNumber(item.typed)
  return {
    ...service,
    cost: cost && cost > 0 ? cost : null,
    status: !item.on ? 'off' : cost && cost > 0 ? 'active' : 'unpriced',
  }
}

const useRanges = (categoryId: number): Ranges | null =>
  useAnswer(String(categoryId), () => browserApi().providerProfile.priceRanges({ categoryId })).answer

/** Returns the price's position among nearby prices: for the focused service, else the first priced one. */
function rangeText(
  profile: EditableProfile,
  items: readonly Item[],
  ranges: Ranges | null,
  pointed: string | null,
): string | null {
  const t = createTranslator(signupMessages, profile.countryCode)
  const known = (id: string | undefined) => ranges?.ranges.find(({ serviceId }) => serviceId === id)
  const item =
    items.find(({ id, on }) => id === pointed && on && known(id)) ??
    items.find(({ id, on, typed }) => on && typed !== '' && known(id))
  const range = known(item?.id)
  const cost = item ? readNumber(item.typed) : null
  const label = profile.services.find(({ id }) => id === item?.id)?.label
  if (!ranges || !range || cost === null || !label) return null
  const position = t(
    cost < range.low ? 'step4.area.below' : cost > range.high ? 'step4.area.above' : 'step4.area.middle',
  )
  const service = lowercaseFirst(label)
  return t('step4.area', {
    place: ranges.area,
    service,
    low: formatMoney(range.low, profile.currency),
    high: formatMoney(range.high, profile.currency),
    price: formatMoney(cost, profile.currency),
    position,
  })
}
