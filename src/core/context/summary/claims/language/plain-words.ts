import { joinPattern } from "../../../../base/text";

/**
 * Brings what models write differently to one form before it is read: Traditional Chinese characters of technical
 * prose, full-width signs, and numbers spelled in words.
 */

const TRADITIONAL =
  "過綠敗報錯紅構編譯測試單個處項條檔創寫刪動調優換擴補檢閱讀現還沒無將應該請讓準備計劃畫後續執運啟啓結態碼異潰絕決" +
  "選擇與並對類違規復問題顯時間總數當嘗兩關為從別終載連線錄紀據級開發門見機壓產認證驗簽內號長轉變點齊緒順達標掛斷進" +
  "誤畢乾淨實裡註冊匯設遷鏡權須擬預們會這場來隨經誰戶環歷飛餘東軟體訊務傳輸圖種屬難頭庫馬網頁萬億筆統約訂資導盡專業" +
  "價錢購買賣貨費質貼賬賴責貢負財貫貯賞賦賽贊贈贏車軌軍較輔輕輛輪輯轄辦辭邊邏郵鄰醫釋針鈕鉤銀銷鎖鍵鐘鏈鑰閉閃閒閘隊" +
  "階險隱雖雙雜離電靜響頂領頻顆額願顧風飾養饋駐驅驟鬆鮮麗麼黃齡亂亞係倉倫側偵傑債傷傾僅儀儘償儲兌兒凍剛剝劇劑勁勝勞" +
  "勢勵區協卻厭參叢員喚喪嗎嚴圍園圓團堅塊塗墊壞壘夠夢夾奪學孫寧寬審寶尋屆層島崗嶄幣師帳帶幀幫幹幾廠廢廣廳張強彈彙彎" +
  "徑徵徹恆惡愛慘慣慮慶憂憑憶懇懷懸戰戲拋捨掃採揀揮損搖搶撐撥撲擁擊擋擔擺攔攜攝攤敘敵斂暈暫曆曉書桿棄棧極榮槍樂樓樞" +
  "樣樹橋橫櫃欄歡歲歸殘殺殼毀氣況洩淺湊溝溫滅滯滲滿漢漲漸潔潛潤濃濕濟濾瀏灑灣災烏煉煙煩熱燈燒營爐爭牆牽狀狹獎獨獲獻" +
  "瑣疊療盜監盤眾瞭碩確礎礙祕禍禮稱積穩窩窮竄竊競節範築簡籌籤糾納純紙紛細紹組絡給絲綁綜維綱綴緊締緩緣練縣縮縱績織繞" +
  "繪繫繼纏罰罷義習聖聞聯聲職聽肅脅脈腦腳膠臉臨臺興舉舊艙艱莊華葉著蒐蓋薦藍藝藥蘇虛虧蟲蝕衆術衛衝裝製複襲視覺覽觀觸" +
  "討訓託記訪許訴診詞詢話詳誌誕語誠說課談論諒諮謂講謝識譜議護讚豐豎貧貴貿賓踐蹤躍轟農週遊遙遞遠適遲遺邁釐銘銳鋒鋪錨" +
  "鍊鎮鐵闊闢陣陰陳陸陽際雲霧靈頑頒頓頗顏飲館驚鹽麥黨齒";
const SIMPLIFIED =
  "过绿败报错红构编译测试单个处项条档创写删动调优换扩补检阅读现还没无将应该请让准备计划划后续执运启启结态码异溃绝决" +
  "选择与并对类违规复问题显时间总数当尝两关为从别终载连线录纪据级开发门见机压产认证验签内号长转变点齐绪顺达标挂断进" +
  "误毕干净实里注册汇设迁镜权须拟预们会这场来随经谁户环历飞余东软体讯务传输图种属难头库马网页万亿笔统约订资导尽专业" +
  "价钱购买卖货费质贴账赖责贡负财贯贮赏赋赛赞赠赢车轨军较辅轻辆轮辑辖办辞边逻邮邻医释针钮钩银销锁键钟链钥闭闪闲闸队" +
  "阶险隐虽双杂离电静响顶领频颗额愿顾风饰养馈驻驱骤松鲜丽么黄龄乱亚系仓伦侧侦杰债伤倾仅仪尽偿储兑儿冻刚剥剧剂劲胜劳" +
  "势励区协却厌参丛员唤丧吗严围园圆团坚块涂垫坏垒够梦夹夺学孙宁宽审宝寻届层岛岗崭币师帐带帧帮干几厂废广厅张强弹汇弯" +
  "径征彻恒恶爱惨惯虑庆忧凭忆恳怀悬战戏抛舍扫采拣挥损摇抢撑拨扑拥击挡担摆拦携摄摊叙敌敛晕暂历晓书杆弃栈极荣枪乐楼枢" +
  "样树桥横柜栏欢岁归残杀壳毁气况泄浅凑沟温灭滞渗满汉涨渐洁潜润浓湿济滤浏洒湾灾乌炼烟烦热灯烧营炉争墙牵状狭奖独获献" +
  "琐叠疗盗监盘众了硕确础碍秘祸礼称积稳窝穷窜窃竞节范筑简筹签纠纳纯纸纷细绍组络给丝绑综维纲缀紧缔缓缘练县缩纵绩织绕" +
  "绘系继缠罚罢义习圣闻联声职听肃胁脉脑脚胶脸临台兴举旧舱艰庄华叶着搜盖荐蓝艺药苏虚亏虫蚀众术卫冲装制复袭视觉览观触" +
  "讨训托记访许诉诊词询话详志诞语诚说课谈论谅咨谓讲谢识谱议护赞丰竖贫贵贸宾践踪跃轰农周游遥递远适迟遗迈厘铭锐锋铺锚" +
  "链镇铁阔辟阵阴陈陆阳际云雾灵顽颁顿颇颜饮馆惊盐麦党齿";
const characters = new Map(
  [...TRADITIONAL].map((character, index) => [character, [...SIMPLIFIED][index] ?? character]),
);
const traditional = new RegExp(`[${TRADITIONAL}]`, "gu");

/** The same text in Simplified characters; every place in it stays what it was. */
export const simplified = (text: string): string =>
  HAN.test(text) ? text.replace(traditional, (character) => characters.get(character) ?? character) : text;

/** Outputs are mostly English, and looking for one range is far quicker than for hundreds of characters. */
const HAN = /[一-鿿]/;

const UNITS = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ",
  "eighteen nineteen",
]
  .join("")
  .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ENGLISH = new RegExp(
  `(?<![\\w-])(?:(${TENS.join("|")})(?:[- ](${UNITS.slice(1, 10).join("|")}))?|(${UNITS.join("|")}))(?![\\w]|-[a-z])`,
  "gi",
);
/** "one" and a lone Chinese 一 are mostly no numbers; a measure word, or a bigger number, says that they are. */
const CHINESE = joinPattern(
  [
    String.raw`(?<![一-鿿])[零一二两三四五六七八九十百]+(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`(?<=[共有为是了剩达到出现：])[零一二两三四五六七八九十百]+(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`[二两三四五六七八九]?[百十][零一二三四五六七八九十]*(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`(?<![另每同某第这那哪之])[一二两三四五六七八九](?=\s*(?:个|处|项|条|例))`,
  ],
  "g",
);
const DIGITS = "零一二三四五六七八九";

const SINGLE = joinPattern(
  [
    String.raw`\b(?:a|the) (?:single|lone|solitary|sole)(?=\s+(?:\w+\s+)?(?:failure|failing|`,
    String.raw`test|error|pass|warning|spec|case)s?\b)`,
  ],
  "gi",
);

/** Numbers in words become digits. Places move, so this is for one clause at a time. */
export const withDigits = (text: string): string =>
  text
    .replace(SINGLE, "1")
    .replace(ENGLISH, (_, tens?: string, ones?: string, unit?: string) =>
      unit === undefined
        ? String(
            (TENS.indexOf((tens ?? "").toLowerCase()) + 2) * 10 +
              Math.max(0, UNITS.indexOf((ones ?? "").toLowerCase())),
          )
        : String(UNITS.indexOf(unit.toLowerCase())),
    )
    .replace(CHINESE, (word) => String(chineseNumber(word)));

function chineseNumber(word: string): number {
  let total = 0;
  let digit = 0;
  for (const character of word.replaceAll("两", "二")) {
    const value = DIGITS.indexOf(character);
    if (value >= 0) digit = value;
    else {
      total += (digit === 0 ? 1 : digit) * (character === "百" ? 100 : 10);
      digit = 0;
    }
  }
  return total + digit;
}
