/** Names too common to refer to anything when called: built-ins and words of the languages. In code-point order. */
export const commonNames: ReadonlySet<string> = new Set(
  (
    'Array AttributeError BUFSIZ Boolean Date EOF Error Exception False IndexError Infinity JSON ' +
    'KeyError Map Math NULL NaN None ' +
    'NotImplementedError Number OSError Object Promise RangeError RuntimeError Set StopIteration ' +
    'String True TypeError ValueError ' +
    'WeakMap abs all any async await bool break calloc case catch char chr class classmethod ' +
    'clearInterval clearTimeout cls console ' +
    'const continue default define delete dict do document double else endif enum enumerate export ' +
    'exports extends extern false ' +
    'filter finally float for format fprintf free function getattr goto hasattr hash id if ifdef ' +
    'ifndef import in include input ' +
    'instanceof int int16_t int32_t int64_t int8_t isinstance issubclass iter len let list long ' +
    'malloc map max memcpy memset min ' +
    'module new next null object of open ord pragma print printf property range realloc repr require ' +
    'return reversed self set ' +
    'setInterval setTimeout setattr short signed size_t sizeof sorted sprintf static staticmethod ' +
    'stderr stdin stdout str strcmp ' +
    'strcpy strlen struct sum super switch this throw true try tuple type typedef typeof uint16_t ' +
    'uint32_t uint64_t uint8_t ' +
    'undefined union unsigned var void volatile while window yield zip'
  ).split(' '),
);
