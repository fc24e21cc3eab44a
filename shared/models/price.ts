import type { ModelRule, PriceBand } from './row';

/** What decides a price besides the model; what is not known is left out and the row's own price holds. */
export interface PriceMoment {
  /** Input tokens of the whole request, cached or not. */
  readonly tokens?: number;
  /** Seconds since 1970. */
  readonly at?: number;
  /** The request asks for the fast mode of the model. */
  readonly fast?: boolean;
  /** Product of what the request's other parameters do to the price: batch, tier, region. */
  readonly factor?: number;
}

/** US dollars per million tokens; null is unknown. */
export interface Price {
  readonly input: number | null;
  readonly output: number | null;
  /** Multiple of the input price. */
  readonly read: number | null;
}

type Priced = Pick<ModelRule, 'inputPrice' | 'outputPrice' | 'readMultiplier' | 'bands' | 'fast'>;

/** The price of a model for one request: by size, date and hour. Bands apply in order, later ones win. */
export function priceOf(rule: Priced, moment: PriceMoment = {}, packRead: number | null = null): Price {
  const { factor = 1 } = moment;
  let price: Price = {
    input: rule.inputPrice,
    output: rule.outputPrice ?? null,
    read: rule.readMultiplier === undefined ? packRead : rule.readMultiplier,
  };
  for (const band of rule.bands ?? []) {
    if (!applies(band, moment)) continue;
    price = {
      input: band.inputPrice ?? price.input,
      output: band.outputPrice ?? price.output,
      read: band.readMultiplier ?? price.read,
    };
  }
  if (moment.fast === true && rule.fast !== undefined)
    price = { ...price, input: rule.fast.inputPrice, output: rule.fast.outputPrice };
  return { ...price, input: times(price.input, factor), output: times(price.output, factor) };
}

function times(price: number | null, factor: number): number | null {
  return price === null ? null : price * factor;
}

/** Without a time, a band that is bound to dates or hours does not hold. */
function applies({ above, from, until, hours, days }: PriceBand, { tokens = 0, at }: PriceMoment): boolean {
  if (above !== undefined && tokens <= above) return false;
  if (from === undefined && until === undefined && hours === undefined && days === undefined) return true;
  if (at === undefined) return false;
  const time = new Date(at * 1000);
  if (Number.isNaN(time.getTime())) return false;
  const iso = time.toISOString();
  const [day, minute] = [iso.slice(0, 10), iso.slice(11, 16)];
  if ((from !== undefined && day < from) || (until !== undefined && day >= until)) return false;
  if (days !== undefined && !days.includes(time.getUTCDay())) return false;
  return (
    hours === undefined ||
    hours.some((range) => {
      const [start = '', end = ''] = range.split('-');
      return minute >= start && minute < end;
    })
  );
}
