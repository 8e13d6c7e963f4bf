import { type ReactNode, useId } from 'react'
import { metresPerUnit, timeChoices } from '#contract/constants.ts'
import { formatDistance, formatDuration, formatTime } from '#contract/format.ts'
import type { ProviderTravel } from '#contract/providers/provider-profile.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type ProfileFormProps, getCurrencySymbol } from './profile-form.tsx'
import { getSavedLocation } from './location-form.tsx'
import { TravelMap, useTravelExample } from './travel-map.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { readNumber, formatTypedNumber } from '#web/ui/fields/typed-number.ts'
import { SliderField } from '#web/ui/fields/slider.tsx'

const buffers = [0, 15, 30, 45, 60, 90, 120, 180, 240]
const notices = [0, 2, 6, 12, 24, 48, 72, 168, 336]
const horizons = [30, 90, 180, 365, 730]
const includeCurrent = (list: readonly number[], kept: number): number[] =>
  [...new Set([...list, kept])].sort((a, b) => a - b)

/**
 * Where and when the artist works, travel radius and costs, with a circle on the map. `undecided` has no default
 * choice; `instead` links to the opening hours in place of one window for all days.
 */
export function TravelForm({
  id,
  profile,
  catalogue,
  undecided = false,
  instead,
  onSaved,
  onState,
  onPreview,
}: ProfileFormProps & { undecided?: boolean; instead?: ReactNode }) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const w = createTranslator(sharedMessages)
  const field = useId()
  const kept = profile.travel
  const most = profile.distanceUnit === 'mi' ? 31 : 50
  const asksAddress = !profile.studioAddress
  const { draft, change, errors, formError, submit, form } = useForm({
    start: {
      ...kept,
      mode: undecided ? null : (kept.mode as ProviderTravel['mode'] | null),
      radius: kept.radius || 10,
      feeTyped: formatTypedNumber(kept.perUnit),
      earlyTyped: formatTypedNumber(kept.early?.fee ?? null),
      earlyBefore: kept.early?.before ?? '',
      studioAddress: profile.studioAddress ?? '',
    },
    onSaved,
    onState,
    send: async ({ feeTyped, earlyTyped, earlyBefore, mode, studioAddress, ...travel }) => {
      // The address belongs to the location; this form asks for it if a studio is chosen only now.
      if (asksAddress && mode !== 'mobile')
        await browserApi().providerProfile.location({
          location: getSavedLocation(profile),
          studio: true,
          studioAddress,
        })
      return browserApi().providerProfile.travel({
        ...travel,
        mode: mode ?? 'mobile',
        free: Math.min(travel.free, travel.radius),
        perUnit: readNumber(feeTyped) ?? 0,
        early: earlyBefore ? { before: earlyBefore, fee: readNumber(earlyTyped) ?? 0 } : null,
      })
    },
    check: ({ mode, feeTyped, studioAddress }): Record<string, string> => ({
      ...(asksAddress && mode && mode !== 'mobile' && studioAddress.trim() === ''
        ? { studioAddress: t('step2.studio.error') }
        : {}),
      ...(mode ? {} : { mode: t('step5.error.none') }),
      ...(mode !== 'studio' && readNumber(feeTyped) === null
        ? { perUnit: w('field.money', { currencyCode: profile.currency }) }
        : {}),
    }),
  })
  const put = (part: Partial<typeof draft>) => {
    change(part)
    const next = { ...draft, ...part }
    onPreview?.({ travel: { ...kept, ...next, mode: next.mode ?? kept.mode, perUnit: readNumber(next.feeTyped) ?? 0 } })
  }
  const travels = draft.mode !== 'studio'
  const metres = (units: number) => units * metresPerUnit[profile.distanceUnit]
  const percent = catalogue.categories[0]?.feePercent ?? 0
  const example = useTravelExample({
    profile,
    percent,
    radius: draft.radius,
    free: draft.free,
    perUnit: readNumber(draft.feeTyped) ?? 0,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <fieldset className="card pad-24 stack gap-4">
        <legend className="visually-hidden">{t('step5.mode')}</legend>
        <p className="field-label" aria-hidden="true">
          {t('step5.mode')}
        </p>
        {(['mobile', 'studio', 'both'] as const).map((mode) => (
          <Radio
            key={mode}
            name={`${field}-mode`}
            value={mode}
            checked={draft.mode === mode}
            aria-invalid={errors['mode'] && (draft.mode ?? 'mobile') === mode ? true : undefined}
            onChange={() => put({ mode })}>
            {t(`step5.mode.${mode}`)}
          </Radio>
        ))}
        {errors['mode'] && <FieldError>{errors['mode']}</FieldError>}
        {asksAddress && (draft.mode ?? 'mobile') !== 'mobile' && (
          <TextField
            label={t('step2.studio.address')}
            hint={t('step2.studio.hint')}
            name="studioAddress"
            autoComplete="address-line1"
            value={draft.studioAddress}
            error={errors['studioAddress']}
            onChange={(event) => put({ studioAddress: event.target.value })}
          />
        )}
      </fieldset>
      {travels && (
        <div className="card pad-24 stack gap-24">
          <SliderField
            label={t('step5.range')}
            value={draft.radius}
            least={1}
            most={Math.max(most, kept.radius)}
            said={t('step5.range.value', { distance: formatDistance(metres(draft.radius), profile.countryCode) })}
            error={errors['radius']}
            onChange={(radius) => put({ radius })}
          />
          <SliderField
            label={t('step5.free')}
            hint={t('step5.free.hint')}
            value={Math.min(draft.free, draft.radius)}
            least={0}
            most={draft.radius}
            said={formatDistance(metres(Math.min(draft.free, draft.radius)), profile.countryCode)}
            onChange={(free) => put({ free })}
          />
          <div className="field-grid even">
            <NumberField
              label={t('step5.fee')}
              name="perUnit"
              prefix={getCurrencySymbol(profile.currency)}
              value={draft.feeTyped}
              error={errors['perUnit']}
              onChange={(feeTyped) => put({ feeTyped })}
            />
          </div>
          <p className="muted" role="status">
            {example && t('step5.example', example)}
          </p>
          <TravelMap profile={profile} metres={metres(draft.radius)} label={t('step5.map')} />
        </div>
      )}
      <div className="card pad-24 stack gap-24">
        {instead ?? (
          <HourFields
            travel={draft}
            country={profile.countryCode}
            error={errors['hours.closes']}
            onChange={(hours) => put({ hours })}
          />
        )}
        <div className="field-grid even">
          <SelectField
            label={t('step5.early')}
            name="early"
            value={draft.earlyBefore}
            onChange={(event) => put({ earlyBefore: event.target.value })}>
            <option value="">{t('step5.early.none')}</option>
            {includeText(
              timeChoices.filter((each) => each >= '05:30' && each <= '11:00'),
              kept.early?.before,
            ).map((each) => (
              <option key={each} value={each}>
                {t('step5.early.before', { time: formatTime(each) })}
              </option>
            ))}
          </SelectField>
          {draft.earlyBefore && (
            <NumberField
              label={t('step5.early.fee')}
              name="earlyFee"
              prefix={getCurrencySymbol(profile.currency)}
              value={draft.earlyTyped}
              onChange={(earlyTyped) => put({ earlyTyped })}
            />
          )}
          <SelectField
            label={t('step5.buffer')}
            hint={t('step5.buffer.hint')}
            name="buffer"
            value={draft.bufferMinutes}
            onChange={(event) => put({ bufferMinutes: Number(event.target.value) })}>
            {includeCurrent(buffers, kept.bufferMinutes).map((each) => (
              <option key={each} value={each}>
                {each === 0 ? t('step5.none') : formatDuration(each)}
              </option>
            ))}
          </SelectField>
          {!instead && (
            <>
              <SelectField
                label={t('step5.notice')}
                name="notice"
                value={draft.noticeHours}
                onChange={(event) => put({ noticeHours: Number(event.target.value) })}>
                {includeCurrent(notices, kept.noticeHours).map((each) => (
                  <option key={each} value={each}>
                    {t('step5.notice.value', {
                      duration:
                        each === 0
                          ? t('step5.none')
                          : each > 24 && each % 24 === 0
                            ? t('step5.days', { n: each / 24 })
                            : formatDuration(each * 60),
                    })}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t('step5.horizon')}
                name="horizon"
                value={draft.horizonDays}
                onChange={(event) => put({ horizonDays: Number(event.target.value) })}>
                {includeCurrent(horizons, kept.horizonDays).map((each) => (
                  <option key={each} value={each}>
                    {horizonText(t, each)}
                  </option>
                ))}
              </SelectField>
            </>
          )}
        </div>
      </div>
    </form>
  )
}

const includeText = (list: readonly string[], kept: string | undefined): string[] =>
  [...new Set([...list, ...(kept ? [kept] : [])])].sort()

type Words = ReturnType<typeof createTranslator<typeof signupMessages>>
const horizonText = (t: Words, days: number): string =>
  days % 365 === 0
    ? t('step5.years', { n: days / 365 })
    : days % 30 === 0
      ? t('step5.months', { n: days / 30 })
      : t('step5.days', { n: days })

function HourFields({
  travel: { hours },
  country,
  error,
  onChange,
}: {
  travel: Pick<ProviderTravel, 'hours'>
  country: Country
  error: string | undefined
  onChange: (hours: ProviderTravel['hours']) => void
}) {
  const t = createTranslator(signupMessages, country)
  const closing = timeChoices.filter((each) => each > hours.opens || each <= '05:00')
  const said = (each: string) =>
    each <= hours.opens ? t('step5.nextDay', { time: formatTime(each) }) : formatTime(each)
  return (
    <fieldset className="stack gap-8">
      <legend className="field-label">{t('step5.hours')}</legend>
      <div className="field-grid even">
        <SelectField
          label={t('step5.opens')}
          name="opens"
          value={hours.opens}
          onChange={(event) => onChange({ ...hours, opens: event.target.value })}>
          {includeText(
            timeChoices.filter((each) => each >= '05:00'),
            hours.opens,
          ).map((each) => (
            <option key={each} value={each}>
              {formatTime(each)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('step5.closes')}
          name="closes"
          value={hours.closes}
          error={error}
          onChange={(event) => onChange({ ...hours, closes: event.target.value })}>
          {(closing.includes(hours.closes) ? closing : [...closing, hours.closes]).map((each) => (
            <option key={each} value={each}>
              {said(each)}
            </option>
          ))}
          {!closing.includes('05:00') && <option value="05:00">{said('05:00')}</option>}
        </SelectField>
      </div>
      <p className="micro hint">{t('step5.hours.hint')}</p>
    </fieldset>
  )
}
