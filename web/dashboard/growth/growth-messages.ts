import { type Catalogue, createTranslator } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useSite } from '#web/shell/site.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

const growthMessages = {
  'grow.title': 'Share and embed',
  'grow.text': 'Customers who use your link, card or form book you directly, without seeing other artists.',
  'grow.page': 'Your page',
  'grow.page.text': 'A link to your profile, and a link to book you.',
  'grow.page.profile': 'Your profile',
  'grow.page.book': 'Booking page',
  'grow.copy': 'Copy',
  'grow.copy.of': 'Copy: {name}',
  'grow.copied': 'Copied.',
  'grow.copy.failed': 'We could not copy it. Select the text and copy it yourself.',
  'grow.card': 'Card with a QR code',
  'grow.card.text': 'Print it or download it as a picture. Scanning the code opens your page.',
  'grow.card.open': 'Open card',

  'grow.widget': 'On your website',
  'grow.widget.text':
    'Add a button or a booking form. It sets no cookies and stores nothing in the visitor’s browser. Customers continue on Primp, where they see your price and schedule.',
  'grow.kind': 'Type',
  'grow.kind.frame': 'Form',
  'grow.kind.button': 'Button',
  'grow.theme': 'Theme',
  'grow.theme.auto': "Same as the visitor's device",
  'grow.theme.light': 'Light',
  'grow.theme.dark': 'Dark',
  'grow.open': 'Open the booking page',
  'grow.open.tab': 'In a new tab',
  'grow.open.top': 'In the same tab',
  'grow.label': 'Button text',
  'grow.label.usual': 'Book now',
  'grow.color': 'Colour',
  'grow.color.own': 'Custom colour',
  'grow.snippet': 'Code for your website',
  'grow.snippet.hint': 'Paste it where the form or button should appear. You can use it on several pages.',
  'grow.preview': 'Preview',
  'grow.paused': 'Your profile is not open for bookings, and the form says so.',

  'grow.vouchers': 'Your gift vouchers',
  'grow.vouchers.text': 'Clients can give a booking with you as a present.',
  'grow.vouchers.open': 'Open gift vouchers',

  'sold.title': 'Gift vouchers',
  'sold.text': 'Clients can give a voucher that is valid only for bookings with you.',
  'sold.sale': 'Sell vouchers on your page',
  'sold.sale.on': 'Your page offers a voucher for bookings with you. Use this link to share it.',
  'sold.sale.off': 'Your page does not offer vouchers. Vouchers already sold stay valid.',
  'sold.sale.closed': 'You can sell vouchers once your profile is open for bookings.',
  'sold.sale.how':
    'Primp holds the money until the voucher is used. You are paid after the booking, less our fee, as with any deposit. If you stop taking bookings for more than 30 days, your vouchers become valid with any artist.',
  'sold.on': 'Sell vouchers',
  'sold.on.done': 'Your page now offers vouchers.',
  'sold.off': 'Stop selling vouchers',
  'sold.off.done': 'You no longer sell vouchers. Those already sold stay valid.',
  'sold.link': 'Link to your voucher',
  'sold.sum.sold': 'Sold',
  'sold.sum.open': 'Not used yet',
  'sold.sum.used': 'Used with you',
  'sold.list': 'Vouchers sold',
  'sold.none': 'No vouchers sold yet',
  'sold.none.text': 'Vouchers sold for bookings with you appear here.',
  'sold.number': 'Voucher',
  'sold.from': 'From',
  'sold.to': 'For',
  'sold.amount': 'Amount',
  'sold.open': 'Not used yet',
  'sold.used': 'Used with you',
  'sold.when': 'Bought',
  'sold.state': 'Status',
  'sold.state.live': 'Valid',
  'sold.state.blocked': 'Paused',
  'sold.state.ended': 'Expired',
  'sold.state.freed': 'Valid with any artist',
  'sold.first': 'Showing the newest {n}. The CSV file contains all of them.',

  'card.title': 'Your card',
  'card.text': 'Print eight cards on one sheet and cut them out.',
  'card.back': 'Back to Share and embed',
  'card.print': 'Print',
  'card.svg': 'Download SVG',
  'card.png': 'Download PNG',
  'card.code': 'QR code for {address}',
  'card.book': 'Scan to see my prices and book',
} as const satisfies Catalogue

/** Returns the translate function, the public address and a copy function. */
export function useGrowthMessages() {
  const { profile } = useOwn()
  const t = createTranslator(growthMessages, profile.countryCode)
  const site = useSite()?.publicUrl ?? ''
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', t('grow.copied'))
    } catch {
      showToast('error', t('grow.copy.failed'))
    }
  }
  return { t, profile, site, copy }
}
