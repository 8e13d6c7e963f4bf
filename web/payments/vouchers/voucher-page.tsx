import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Voucher } from '#contract/payments/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { VoucherCard } from './voucher-card.tsx'
import { voucherMessages } from './voucher-messages.ts'

const t = createTranslator(voucherMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('gift.list.title')} · Primp`, publicUrl: '', noindex: true })

/** Loads the voucher of a code, or the message of the refusal. */
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  try {
    return await browserApi().vouchers.check({ code: params['code'] ?? '' }, { auth: false })
  } catch (fault) {
    if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500) return { refused: fault.message }
    throw fault
  }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default function VoucherPage() {
  const found = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      {'voucher' in found ? (
        <>
          <VoucherCard voucher={found.voucher} />
          <div className="stack gap-8 no-print">
            <HowToUse artist={found.voucher.artist} />
          </div>
        </>
      ) : (
        <Empty drawing="purse" title={t('gift.card.unknown')}>
          {found.refused}
        </Empty>
      )}
    </main>
  )
}

function HowToUse({ artist }: { artist: Voucher['artist'] }) {
  return (
    <>
      <p className="muted">{artist ? t('gift.card.how.artist', artist) : t('gift.card.how')}</p>
      <div className="row">
        <ButtonLink to={artist ? `/@/${artist.slug}` : '/'}>
          {artist ? t('gift.card.book', artist) : t('gift.card.find')}
        </ButtonLink>
      </div>
    </>
  )
}
