import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useSite } from '#web/shell/site.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

const growthMessages = defineMessages({
  'growth.title': 'Share and embed',
  'growth.text': 'Customers who use your link, card or form book you directly, without seeing other artists.',
  'growth.page': 'Your page',
  'growth.page.profile': 'Your profile',
  'growth.page.book': 'Booking page',
  'growth.copy': 'Copy',
  'growth.copy.of': 'Copy: {name}',
  'growth.copied': 'Copied.',
  'growth.copy.failed': 'We could not copy it. Select the text and copy it yourself.',
  'growth.card': 'Card with a QR code',
  'growth.card.text': 'Print it or download it as a picture. Scanning the code opens your page.',
  'growth.card.open': 'Open card',

  'growth.widget': 'On your website',
  'growth.widget.text':
    'Add a button or a booking form. It sets no cookies and stores nothing in the visitor’s browser. Customers continue on Primp, where they see your price and schedule.',
  'growth.kind': 'Type',
  'growth.kind.frame': 'Form',
  'growth.kind.button': 'Button',
  'growth.theme': 'Theme',
  'growth.theme.auto': "Same as the visitor's device",
  'growth.theme.light': 'Light',
  'growth.theme.dark': 'Dark',
  'growth.open': 'Open the booking page',
  'growth.open.tab': 'In a new tab',
  'growth.open.top': 'In the same tab',
  'growth.label': 'Button text',
  'growth.label.usual': 'Book now',
  'growth.color': 'Colour',
  'growth.color.own': 'Custom colour',
  'growth.snippet': 'Code for your website',
  'growth.snippet.hint': 'Paste it where the form or button should appear. You can use it on several pages.',
  'growth.preview': 'Preview',
  'growth.paused': 'Your profile is not open for bookings, and the form says so.',

  'growth.vouchers': 'Your gift vouchers',
  'growth.vouchers.text': 'Clients can give a booking with you as a present.',
  'growth.vouchers.open': 'Open gift vouchers',

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
})

/** Returns the translate function, the public address and a copy function. */
export function useGrowthMessages() {
  const { profile } = useOwn()
  const t = createTranslator(growthMessages, profile.countryCode)
  const site = useSite()?.publicUrl ?? ''
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', t('growth.copied'))
    } catch {
      showToast('error', t('growth.copy.failed'))
    }
  }
  return { t, profile, site, copy }
}
