/** Never rendered: the layout redirects addresses without a step. */
export default function Nowhere() {
  return null
}
